// The page's words, in two languages. Chosen by the person, else by the browser. Components take every word from
// here; the boot script has set the document's language the same way before the first paint.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readStored, writeStored } from '../app/stored.ts';
import en from './en.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

const storedKey = 'slipstream.language';

export function toLanguage(tag: string | null | undefined): Language {
  return tag?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** Makes the words ready; resolves at once, since both languages are in the bundle. */
export async function startWords(language = toLanguage(readStored(storedKey) ?? navigator.language)) {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en }, zh: { translation: zh } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  markDocument(language);
}

export function chooseLanguage(language: Language) {
  writeStored(storedKey, language);
  markDocument(language);
  void i18next.changeLanguage(language);
}

function markDocument(language: Language) {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
}
