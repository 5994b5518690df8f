import { useState } from 'react'
import { suggestPassphrase } from '#lib/console/client/suggest-passphrase.ts'
import { passphraseLength } from '#lib/console/model/console-move.ts'
import { type Strength, strengthOf } from '#lib/console/model/passphrase-strength.ts'
import { Button } from '../../ui/button.tsx'
import { SecretField } from '../console-form.tsx'

const words: Readonly<Record<Strength, string>> = {
  short: `Too short: it needs at least ${passphraseLength} characters.`,
  weak: 'Weak: use more words, or a random one of your password manager.',
  fair: 'Fair: one more word makes it strong.',
  strong: 'Strong.',
}
const bars: Readonly<Record<Strength, number>> = { short: 1, weak: 2, fair: 3, strong: 4 }

interface PassphraseFieldsProps {
  /** Empty: it is too short, or the two fields differ. */
  onChange: (passphrase: string) => void
}

/** A new passphrase, typed twice or suggested, with how hard it is to guess. */
export function PassphraseFields({ onChange }: PassphraseFieldsProps) {
  const [first, setFirst] = useState('')
  const [second, setSecond] = useState('')
  const [suggested, setSuggested] = useState('')
  const strength = strengthOf(first)
  const tell = (one: string, other: string) => onChange(one === other && strengthOf(one) !== 'short' ? one : '')
  return (
    <>
      <div className="console-fields">
        <SecretField
          label="Passphrase"
          value={first}
          onChange={({ target: { value } }) => {
            setFirst(value)
            tell(value, second)
          }}
        />
        <SecretField
          label="Again"
          value={second}
          error={second !== '' && second !== first ? 'The two passphrases differ.' : undefined}
          onChange={({ target: { value } }) => {
            setSecond(value)
            tell(first, value)
          }}
        />
      </div>
      <div>
        <Button
          size="sm"
          onClick={async () => {
            const words = await suggestPassphrase()
            setFirst(words)
            setSecond(words)
            setSuggested(words)
            onChange(words)
          }}
        >
          Suggest six words
        </Button>
      </div>
      {suggested !== '' && suggested === first && (
        <p className="passphrase-suggested" role="status">
          Write them down: <b className="mono">{suggested}</b>
        </p>
      )}
      {first !== '' && (
        <p className="passphrase-strength row-wrap" role="status">
          <span aria-hidden="true" data-strength={strength}>
            {[1, 2, 3, 4].map((bar) => (
              <i key={bar} className={bar <= bars[strength] ? 'is-on' : undefined} />
            ))}
          </span>
          {words[strength]}
        </p>
      )}
    </>
  )
}
