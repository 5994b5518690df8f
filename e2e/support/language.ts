import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { LANGUAGE_COOKIE, type PageLanguage } from '#lib/platform/model/languages.ts'

/** The messages of a namespace in a language, with their placeholders unfilled. */
export function messagesIn(language: string, namespace: string): Record<string, string> {
  const file = new URL(`../../messages/${language}/${namespace}.json`, import.meta.url)
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** Sets the language cookie, as the language switch does. */
export async function speak(page: Page, language: PageLanguage, url: string): Promise<void> {
  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: language, url }])
}
