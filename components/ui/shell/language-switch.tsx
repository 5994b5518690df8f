import { languageNames, languages, type PageLanguage } from '#lib/platform/model/languages.ts'

interface LanguageSwitchProps {
  label: string
  current: PageLanguage
  /** The server action that stores the chosen language. */
  choose: (data: FormData) => Promise<void>
}

/** A button for each language, in that language. It needs no script. */
export function LanguageSwitch({ label, current, choose }: LanguageSwitchProps) {
  return (
    <form action={choose}>
      <fieldset aria-label={label} className="language-list">
        {languages.map((language) => (
          <button
            type="submit"
            key={language}
            className="language-name"
            name="language"
            value={language}
            lang={language}
            aria-pressed={language === current}
          >
            {languageNames[language]}
          </button>
        ))}
      </fieldset>
    </form>
  )
}
