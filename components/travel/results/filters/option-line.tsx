import type { Tally } from '#lib/travel/model/results/narrow-by.ts'
import { spoken } from '../../../ui/spoken.tsx'
import { useRichTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'

interface OptionLineProps {
  label: string
  isOn: boolean
  tally: Tally
  /** Formats the prices of all options alike. */
  write: (amount: number) => string
  onToggle: () => void
}

/** One option, with the count and lowest price it has under all other filters. */
export function OptionLine({ label, isOn, tally, write, onToggle }: OptionLineProps) {
  const { kind } = useReader()
  const rich = useRichTexts('results')
  const { count, lowest, mark = 'none' } = tally
  return (
    <label className="check option">
      <input type="checkbox" checked={isOn} onChange={onToggle} />
      <span className="option-name">{label}</span>
      <span className="option-count">{rich('optionCount', { kind, count, more: spoken })}</span>
      <span className="option-price">
        {lowest !== null && rich('optionPrice', { mark, price: write(lowest), more: spoken })}
      </span>
    </label>
  )
}
