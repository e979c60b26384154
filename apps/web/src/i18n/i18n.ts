// The page's words, in two languages. Chosen by the person, else by the browser. Components take every word from
// here; the boot script has set the document's language the same way before the first paint.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readStored, writeStored } from '../app/stored.ts';
import en from './en.json' with { type: 'json' };

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

/** Each by its own name, so that it is found by who reads it. */
export const languageNames: Record<Language, string> = { en: 'English', zh: '中文' };

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

const storedKey = 'slipstream.language';

export function toLanguage(tag: string | null | undefined): Language {
  return tag?.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** English is part of the first load; the others are fetched by those who read them. */
export async function loadWords(language: Language) {
  if (language === 'en' || i18next.hasResourceBundle(language, 'translation')) return;
  // With an attribute the development server would hand the browser JSON that is a script.
  const { default: zh } = await import('./zh.json');
  i18next.addResourceBundle(language, 'translation', zh);
}

/** Makes the words ready. Where those of the chosen language cannot be loaded, they are English. */
export async function startWords(language = toLanguage(readStored(storedKey) ?? navigator.language)) {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await chooseWords(language).catch(() => chooseWords('en'));
}

/** Resolves when the page has its words in that language; rejects, and changes nothing, when they cannot be loaded. */
export async function chooseLanguage(language: Language) {
  await chooseWords(language);
  writeStored(storedKey, language);
}

async function chooseWords(language: Language) {
  await loadWords(language);
  await i18next.changeLanguage(language);
  markDocument(language);
}

function markDocument(language: Language) {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
}
