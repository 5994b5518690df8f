/** A minimal skill. Every subject runs this code with this input. */
export const helloCode = 'globalThis.__skill = ({ params }) => ({ results: [{ hello: params.name }] })'
export const helloInput = { action: 'hello', params: { name: 'Ada' }, config: {} }
