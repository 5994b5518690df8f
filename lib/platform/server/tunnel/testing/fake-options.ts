import * as z from 'zod'

/** `port`: of the public side. `seen`: the file that tells how the program was started. */
export const FakeOptions = z.strictObject({ port: z.int(), seen: z.string(), isSecure: z.boolean() })

export const fakeHost = 'calm-brave-fake-words.trycloudflare.com'
export const visitorAddress = '198.51.100.7'
