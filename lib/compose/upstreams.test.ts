import { describe, expect, it } from 'vitest'
import { createUpstreams } from './providers.ts'

describe('createUpstreams', () => {
  const upstreams = createUpstreams(new Map([['api.amadeus.com', { url: 'http://127.0.0.1:4010', data: 'sample' }]]))

  it('maps a configured host to its base URL', () => {
    expect(upstreams.of('api.amadeus.com')).toEqual({ url: 'http://127.0.0.1:4010', data: 'sample' })
    expect(upstreams.of('api.amadeus.com:443')).toEqual({ url: 'http://127.0.0.1:4010', data: 'sample' })
  })

  it('maps other hosts to their own https URL with the label live', () => {
    expect(upstreams.of('api.example.com')).toEqual({ url: 'https://api.example.com', data: 'live' })
    expect(upstreams.of('api.amadeus.com:8443')).toEqual({ url: 'https://api.amadeus.com:8443', data: 'live' })
  })
})
