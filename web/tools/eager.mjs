// Tells Chromium to compile functions while a script is on its way. Else it compiles each when it is called first, and all are called
// when a slow phone draws its first board.

/** @returns {import('vite').Plugin} */
export function compileEarly() {
  return {
    name: 'rexarium-eager',
    enforce: 'post',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`; // only what stands first counts
      },
    },
  };
}
