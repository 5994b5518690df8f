// biome-ignore-all lint/performance/noBarrelFile: the files of one language, of which only messages-of.ts reads all.
// All messages in English. The other languages have the same keys.
export { default as account } from './account.json' with { type: 'json' }
export { default as alerts } from './alerts.json' with { type: 'json' }
export { default as confirm } from './confirm.json' with { type: 'json' }
export { default as credits } from './credits.json' with { type: 'json' }
export { default as dates } from './dates.json' with { type: 'json' }
export { default as errors } from './errors.json' with { type: 'json' }
export { default as flightFields } from './flight-fields.json' with { type: 'json' }
export { default as flights } from './flights.json' with { type: 'json' }
export { default as home } from './home.json' with { type: 'json' }
export { default as hotels } from './hotels.json' with { type: 'json' }
export { default as mails } from './mails.json' with { type: 'json' }
export { default as nearby } from './nearby.json' with { type: 'json' }
export { default as offline } from './offline.json' with { type: 'json' }
export { default as profile } from './profile.json' with { type: 'json' }
export { default as refusals } from './refusals.json' with { type: 'json' }
export { default as results } from './results.json' with { type: 'json' }
export { default as search } from './search.json' with { type: 'json' }
export { default as share } from './share.json' with { type: 'json' }
export { default as shell } from './shell.json' with { type: 'json' }
export { default as stayFields } from './stay-fields.json' with { type: 'json' }
export { default as travel } from './travel.json' with { type: 'json' }
export { default as trips } from './trips.json' with { type: 'json' }
export { default as ui } from './ui.json' with { type: 'json' }
export { default as units } from './units.json' with { type: 'json' }
