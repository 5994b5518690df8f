import type { Messages } from '../en/all.ts'
import account from './account.json' with { type: 'json' }
import alerts from './alerts.json' with { type: 'json' }
import confirm from './confirm.json' with { type: 'json' }
import credits from './credits.json' with { type: 'json' }
import dates from './dates.json' with { type: 'json' }
import errors from './errors.json' with { type: 'json' }
import flightFields from './flight-fields.json' with { type: 'json' }
import flights from './flights.json' with { type: 'json' }
import home from './home.json' with { type: 'json' }
import hotels from './hotels.json' with { type: 'json' }
import mails from './mails.json' with { type: 'json' }
import nearby from './nearby.json' with { type: 'json' }
import offline from './offline.json' with { type: 'json' }
import refusals from './refusals.json' with { type: 'json' }
import results from './results.json' with { type: 'json' }
import search from './search.json' with { type: 'json' }
import share from './share.json' with { type: 'json' }
import shell from './shell.json' with { type: 'json' }
import stayFields from './stay-fields.json' with { type: 'json' }
import travel from './travel.json' with { type: 'json' }
import trips from './trips.json' with { type: 'json' }
import ui from './ui.json' with { type: 'json' }
import units from './units.json' with { type: 'json' }

export const messages: Messages = {
  account,
  alerts,
  confirm,
  credits,
  dates,
  errors,
  flightFields,
  flights,
  home,
  hotels,
  mails,
  nearby,
  offline,
  refusals,
  results,
  search,
  share,
  shell,
  stayFields,
  travel,
  trips,
  ui,
  units,
}
