// What every part of the page needs: elements made of text alone, requests, and words to the person.

export const $ = (id) => document.getElementById(id);
export const randomHex = (bytes) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** An element with attributes (`key` keeps the focus over a redraw; `do` is its click) and children, texts among them. */
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "do") made.addEventListener("click", value);
    else if (name === "key") made.dataset.key = value;
    else if (typeof value === "boolean") made.toggleAttribute(name, value);
    else if (value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

export const button = (text, action, attributes = {}) =>
  make("button", { type: "button", key: text, do: action, ...attributes }, text);

/** Draw the inside of an element anew; whoever had the focus in it keeps it. */
export function fill(parent, ...children) {
  const focused = parent.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  parent.replaceChildren(...children.flat().filter(Boolean));
  if (focused === undefined) return;
  const again = [...parent.querySelectorAll("[data-key]")].find((one) => one.dataset.key === focused && !one.disabled);
  (again ?? parent.closest("section")?.querySelector("[tabindex]"))?.focus();
}

export function fillSelect(select, options, chosen = select.value) {
  select.replaceChildren(...options.map(([value, text]) => make("option", { value }, text)));
  if (options.some(([value]) => value === chosen)) select.value = chosen;
}

let quiet = 0;

/** Something to read for a moment. */
export function notice(text, isBad = false) {
  $("notice").textContent = text;
  $("notice").classList.toggle("bad", isBad);
  clearTimeout(quiet);
  quiet = setTimeout(() => ($("notice").textContent = ""), 12_000);
}

export async function api(method, address, body) {
  const options = { method, headers: body ? { "content-type": "application/json" } : {} };
  if (body) options.body = JSON.stringify(body);
  const response = await fetch(address, options);
  const data = response.status === 204 ? null : await response.json().catch(() => null);
  if (!response.ok) throw new Error(data?.sentence ?? `The house answered ${response.status}.`);
  return data;
}

/** Do something that may go wrong, and say so if it does. */
export const trying = (work) => async (event) => {
  event?.preventDefault?.();
  try {
    await work(event);
  } catch (error) {
    console.error(error);
    notice(error instanceof TypeError ? "The house does not answer; is it open?" : error.message, true);
  }
};

/** Copy a field; over plain HTTP there is only the old way. */
export const copying = (field) => async () => {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  notice("Copied.");
};
