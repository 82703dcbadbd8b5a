/** Short words to the reader that go away by themselves. */

import { t } from './i18n/index.svelte';
import { Refusal } from './refusal';
import { needSentences, plain, sayRefusal } from './wording';

export interface Notice {
  id: number;
  text: string;
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
    show({ text, isTrouble: false, rule: null });
  },
  /** What the server refused, in the reader's language; or that it could not be asked. */
  refuse(error: unknown, game = ''): void {
    if (!(error instanceof Refusal)) throw error;
    if (error.sentence) void explain(error, game);
    else show({ text: t('trouble.server'), isTrouble: true, rule: null });
  },
  dismiss(id: number): void {
    all = all.filter((notice) => notice.id !== id);
  },
};

async function explain(refusal: Refusal, game: string): Promise<void> {
  await needSentences(game).catch(() => {}); // then it is told in English
  show({ text: plain(sayRefusal(game, refusal)), isTrouble: true, rule: refusal.rule });
}

function show(notice: Omit<Notice, 'id'>): void {
  const id = ++count;
  all = [...all.filter((each) => each.text !== notice.text), { ...notice, id }].slice(-3);
  setTimeout(() => notices.dismiss(id), 4000 + 60 * notice.text.length);
}
