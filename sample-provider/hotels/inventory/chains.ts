/** The region of a chain's hotels. */
export type Reach = 'world' | 'europe' | 'americas' | 'asia' | 'mideast'

export interface Chain {
  code: string
  name: string
  stars: readonly [low: number, high: number]
  reach: Reach
  /** Relative to the rates of other hotels with as many stars. */
  rateFactor: number
}

/** All names are invented; no code belongs to a real chain that we know of. */
const rows: readonly (readonly [string, string, number, number, Reach, number])[] = [
  ['QA', 'Alderway Suites', 3, 4, 'americas', 1.02],
  ['QB', 'Brinehouse', 3, 4, 'world', 1.06],
  ['QC', 'Calder & Finch', 4, 5, 'europe', 1.12],
  ['QD', 'Dovecote Inns', 2, 3, 'europe', 0.92],
  ['QE', 'Ember & Oak Collection', 4, 5, 'world', 1.15],
  ['QF', 'Farrowfield', 3, 3, 'americas', 0.95],
  ['QG', 'Gallant Row', 4, 4, 'europe', 1.04],
  ['QH', 'Harbourlight', 4, 5, 'world', 1.08],
  ['QI', 'Isla Serena Resorts', 4, 5, 'world', 1.1],
  ['QJ', 'Junipero Suites', 3, 4, 'americas', 0.98],
  ['QK', 'Kestrel Inn', 2, 3, 'americas', 0.86],
  ['QL', 'Lanternhill', 3, 4, 'asia', 0.97],
  ['QM', 'Marrowstone', 4, 4, 'world', 1],
  ['QN', 'Nook & Key', 2, 3, 'world', 0.9],
  ['QO', 'Orchard Lane', 3, 4, 'asia', 1],
  ['QP', 'Pallas Grand', 5, 5, 'world', 1.25],
  ['QR', 'Rondeau', 3, 4, 'europe', 0.96],
  ['QS', 'Saltbridge', 3, 4, 'europe', 1],
  ['QT', 'Tamarind Court', 4, 5, 'asia', 1.05],
  ['QU', 'Umber House', 5, 5, 'world', 1.4],
  ['QV', 'Velluto', 4, 5, 'europe', 1.1],
  ['QW', 'Wayfare', 1, 2, 'world', 0.8],
  ['QX', 'Qasr Al Nada', 4, 5, 'mideast', 1.05],
  ['QY', 'Yarrow Lodge', 2, 3, 'americas', 0.9],
  ['QZ', 'Zephyrine', 3, 4, 'mideast', 0.98],
]

export const chains: readonly Chain[] = rows.map(([code, name, low, high, reach, rateFactor]) => ({
  code,
  name,
  stars: [low, high],
  reach,
  rateFactor,
}))

/** The codes of independent hotels in the distribution systems, and of the merchants that sell hotels. */
export const consortiumCodes = ['YA', 'YH', 'YS'] as const
export const merchantCodes = ['ZB', 'ZD', 'ZK', 'ZT'] as const
