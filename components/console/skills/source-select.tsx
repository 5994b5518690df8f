import { Source, sources } from '#runner/contract/principal.ts'

const texts: Readonly<Record<Source, string>> = {
  main: 'the operator (main)',
  'dm-approved': 'an approved direct message or a traveler (dm-approved)',
  group: 'a group (group)',
  'dm-unknown': 'an unknown direct message (dm-unknown)',
  public: 'a guest (public)',
}

/** Chooses the source of requests for which the policy table applies. */
export function SourceSelect({ value, onChange }: { value: Source; onChange: (source: Source) => void }) {
  return (
    <label className="source-select row-wrap">
      For requests from
      <select
        className="field-input"
        value={value}
        onChange={(event) => {
          const chosen = Source.safeParse(event.target.value)
          if (chosen.success) onChange(chosen.data)
        }}
      >
        {sources.map((source) => (
          <option key={source} value={source}>
            {texts[source]}
          </option>
        ))}
      </select>
    </label>
  )
}
