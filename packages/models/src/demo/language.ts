// The two languages that the demo model understands and answers in.

export type Language = 'en' | 'zh';

export type Phrase = Record<Language, string>;

/** Chinese as soon as there is one Han character: file names and code in a Chinese request are mostly Latin. */
export function languageOf(text: string): Language {
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en';
}
