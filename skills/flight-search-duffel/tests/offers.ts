/** Small offers in the provider's format, with every field that a test may change. */

export type Fields = { readonly [field: string]: unknown }

const place = (code: string) => ({ type: 'airport', iata_code: code, iata_city_code: code, name: `${code} Airport` })
const carrier = (code: string, name: string) => ({ id: `arl_${code}`, iata_code: code, name, logo_symbol_url: null })

export const ana = carrier('NH', 'All Nippon Airways')
export const united = carrier('UA', 'United Airlines')

export function passenger(fields: Fields = {}) {
  return {
    passenger_id: 'pas_1',
    cabin_class: 'economy',
    cabin_class_marketing_name: 'Economy',
    fare_basis_code: 'NLR1R1RX',
    baggages: [
      { type: 'checked', quantity: 2 },
      { type: 'carry_on', quantity: 1 },
    ],
    ...fields,
  }
}

export function segment(from: string, leaves: string, to: string, lands: string, fields: Fields = {}) {
  return {
    id: `seg_${from}_${to}`,
    origin: place(from),
    destination: place(to),
    origin_terminal: '1',
    destination_terminal: '2',
    departing_at: leaves,
    arriving_at: lands,
    duration: null,
    marketing_carrier: ana,
    marketing_carrier_flight_number: '177',
    operating_carrier: ana,
    operating_carrier_flight_number: '177',
    aircraft: { id: 'arc_1', iata_code: '789', name: 'Boeing 787-9' },
    stops: [],
    passengers: [passenger()],
    ...fields,
  }
}

export const seattleToTokyo = segment('SEA', '2027-03-15T11:30:00', 'NRT', '2027-03-16T14:10:00')
export const tokyoToSeattle = segment('NRT', '2027-03-25T17:00:00', 'SEA', '2027-03-25T10:15:00', {
  marketing_carrier_flight_number: '178',
})

export function slice(segments: readonly unknown[], fields: Fields = {}) {
  return { id: 'sli_1', fare_brand_name: 'Basic', duration: 'PT10H40M', segments, ...fields }
}

export function offer(fields: Fields = {}) {
  return {
    id: 'off_1',
    live_mode: false,
    owner: ana,
    expires_at: '2026-11-20T12:30:00Z',
    total_amount: '847.00',
    total_currency: 'USD',
    base_amount: '700.00',
    base_currency: 'USD',
    tax_amount: '147.00',
    tax_currency: 'USD',
    total_emissions_kg: '460',
    conditions: {
      refund_before_departure: { allowed: true, penalty_amount: '100.00', penalty_currency: 'USD' },
      change_before_departure: { allowed: true, penalty_amount: '0.00', penalty_currency: 'USD' },
    },
    payment_requirements: { requires_instant_payment: true, payment_required_by: null },
    passengers: [{ id: 'pas_1', type: 'adult' }],
    slices: [slice([seattleToTokyo])],
    ...fields,
  }
}
