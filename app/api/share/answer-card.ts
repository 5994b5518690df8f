import * as z from 'zod'
import type { Services } from '#lib/compose/compose.ts'
import { type CardTexts, drawCard } from './draw-card.tsx'

const schema = z.string().meta({ format: 'binary' })

/** What the routes of link previews have in common. */
export const cardRoute = (kind: 'flights' | 'hotels') =>
  ({
    summary: `Draws the link preview of a search for ${kind}: 1200 by 630 px, without personal data.`,
    who: 'anyone',
    limit: 'shareCard',
    answers: { 200: { description: 'The picture', type: 'image/png', schema } },
  }) as const

/** Cached for a day, because the picture changes only with the design. */
const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' }

/** Responds with a card. Equal texts are drawn only once. */
export async function answerCard({ shareCards }: Pick<Services, 'shareCards'>, texts: CardTexts): Promise<Response> {
  const picture = await shareCards.picture(JSON.stringify(texts), () => drawCard(texts))
  return new Response(picture, { headers })
}
