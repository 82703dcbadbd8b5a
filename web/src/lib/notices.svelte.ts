/** Short words to the reader that go away by themselves. */

import { t } from './i18n/index.svelte';
import { Refusal } from './refusal';

export interface Notice {
  id: number;
  text: string;
  lang: string | null; // null: the reader's
  isTrouble: boolean;
  rule: string | null;
}

let all = $state.raw<readonly Notice[]>([]);
let count = 0;

export const notices = {
  get all(): readonly Notice[] {
    return all;
  },
  say(text: string): void {
    show({ text, lang: null, isTrouble: false, rule: null });
  },
  /** What the server refused, in its words; or that it could not be asked. */
  refuse(error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    const { sentence, rule } = error;
    if (sentence) show({ text: sentence, lang: 'en', isTrouble: true, rule });
    else show({ text: t('trouble.server'), lang: null, isTrouble: true, rule: null });
  },
  dismiss(id: number): void {
    all = all.filter((notice) => notice.id !== id);
  },
};

function show(notice: Omit<Notice, 'id'>): void {
  const id = ++count;
  all = [...all.filter((each) => each.text !== notice.text), { ...notice, id }].slice(-3);
  setTimeout(() => notices.dismiss(id), 4000 + 60 * notice.text.length);
}
