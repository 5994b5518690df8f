import { services } from '#lib/compose/server.ts'
import { type CardTexts, drawCard } from './draw-card.tsx'

/** Cached for a day, because the picture changes only with the design. */
const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' }

/** Responds with a card. Equal texts are drawn only once. */
export async function answerCard(texts: CardTexts): Promise<Response> {
  const { shareCards } = await services()
  const picture = await shareCards.picture(JSON.stringify(texts), () => drawCard(texts))
  return new Response(picture, { headers })
}
