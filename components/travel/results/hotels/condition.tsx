import { phrasesOf } from '#lib/travel/model/readable-text.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useTexts } from '../../../ui/texts.tsx'

/** Who alone may book the offer, in the provider's words where it has some. */
export function Condition({ hotel, kind }: { hotel: HotelResult; kind: 'negotiated' | 'conditional' }) {
  const t = useTexts('hotels')
  const { text, code } = hotel.rate ?? {}
  const [words] = phrasesOf(text ?? hotel.room.text ?? '')
  return (
    <p className="hotel-terms">
      <Icon name="warn" small />
      <span>
        {t(kind)}
        {words ? ': ' : code && ` (${t('rateCode', { code })})`}
        {words && <q lang="en">{words}</q>}
      </span>
    </p>
  )
}
