import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'

const schema = z.string().meta({ format: 'binary' })

const PhotoQuery = z.object({
  skill: z.string().max(64).describe('The skill whose result names the photo.'),
  url: z.string().max(500).describe('The address of the photo, on a host that the skill declares.'),
})

/** A photo's address names its content, so a browser may keep it. */
const cached = { 'cache-control': 'private, max-age=86400, immutable' }

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  operation: 'readHotelPhoto',
  summary: 'Reads the photo of a hotel from the host of its provider.',
  who: 'session',
  limit: 'photos',
  query: PhotoQuery,
  answers: { 200: { description: 'The photo', type: 'image/*', schema } },
  errors: ['NOT_FOUND', 'API_TIMEOUT', 'API_UNAVAILABLE'],
  async handle({ input, context, services, signal }) {
    const photo = await services.hotelPhotos.read(context.principal, input, signal)
    if (!photo.ok) return photo
    const { bytes, type } = photo.value
    return new Response(bytes, { headers: { ...cached, 'content-type': type, 'x-content-type-options': 'nosniff' } })
  },
})
