/**
 * Puts on the styles that a shell brings: as data they come with it, while files would come a round trip later. They are made into sheets
 * by script, which a content-security policy without inline styles allows.
 */
export function dress(): void {
  for (const block of document.querySelectorAll('script[type="text/css"]')) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(block.textContent ?? '');
    document.adoptedStyleSheets.push(sheet);
  }
}
