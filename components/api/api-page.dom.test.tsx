import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiDocument } from './api-document.ts'
import { ApiPage } from './api-page.tsx'

const answer = { description: 'The trip', content: { 'application/json': { schema: { type: 'object' } } } }
const refused = {
  description: 'NOT_FOUND',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
}
const parameters = [{ name: 'id', in: 'path', required: true }]
const document = ApiDocument.parse({
  info: { title: 'travel.aw', description: 'Searches.' },
  servers: [{ url: 'https://travel.example' }],
  paths: {
    '/trips/{id}': {
      get: {
        operationId: 'readTrip',
        summary: 'Reads it.',
        security: [{ session: [] }],
        parameters,
        responses: { 200: answer, 404: refused },
      },
    },
    '/health': { get: { operationId: 'health', summary: 'Says how it is.', security: [], responses: {} } },
  },
  components: { schemas: { Refusal: {} }, securitySchemes: { session: { description: 'A session' } } },
})

test('the page of the API has each call with what it needs, takes and answers, and a link to it', () => {
  render(<ApiPage document={document} />)
  expect(screen.getByRole('link', { name: 'GET /trips/{id}' }).getAttribute('href')).toBe('#readTrip')
  const call = within(screen.getByRole('region', { name: 'GET /trips/{id}' }))
  expect(call.getByText('Needs: A session')).toBeTruthy()
  expect(call.getByText('id').parentElement?.textContent).toBe('id in the path')
  expect(call.getByText('Body of 200, application/json')).toBeTruthy()
  expect(call.getByRole('link', { name: 'Body of 404, application/json: Refusal' }).getAttribute('href')).toBe(
    '#shape-Refusal',
  )
  expect(within(screen.getByRole('region', { name: 'GET /health' })).getByText('Needs: Nothing')).toBeTruthy()
})
