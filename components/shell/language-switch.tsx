import { completeLanguages, type Language, languageNames, type PageLanguage } from '#lib/shared/languages.ts'

interface LanguageSwitchProps {
  label: string
  current: PageLanguage
  /** The server action that keeps the chosen language. */
  choose: (data: FormData) => Promise<void>
  offered?: readonly Language[]
}

/** A button for each offered language, in that language. It needs no script. */
export function LanguageSwitch({ label, current, choose, offered = completeLanguages }: LanguageSwitchProps) {
  if (offered.length < 2) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a border and a legend in a line of links.
    <form action={choose} role="group" aria-label={label} className="foot-languages">
      {offered.map((language) => (
        <button
          type="submit"
          key={language}
          className="foot-language"
          name="language"
          value={language}
          lang={language}
          aria-pressed={language === current}
        >
          {languageNames[language]}
        </button>
      ))}
    </form>
  )
}
