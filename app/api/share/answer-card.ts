import { services } from '#lib/server.ts'
import { type CardTexts, drawCard } from './draw-card.tsx'

/** A day: the picture changes only with the design. */
const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' }

/** The answer with a card, which is drawn once for its texts. */
export async function answerCard(texts: CardTexts): Promise<Response> {
  const { shareCards } = await services()
  const picture = await shareCards.picture(JSON.stringify(texts), () => drawCard(texts))
  return new Response(picture, { headers })
}
