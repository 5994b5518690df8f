import { kmBetween, type Position } from '#lib/travel/model/distance.ts'
import { busiestAirports } from '#lib/travel/server/places/busiest.ts'
import type { Places } from '#lib/travel/server/places/places.ts'
import { createDraw } from '../../flights/market/draw.ts'
import { moveKm } from './positions.ts'
import { createTravelPlaces } from './travel-places.ts'

/** A town with hotels, under its city's IATA code. */
export interface Settlement {
  code: string
  name: string
  countryCode: string
  /** IANA time zone. */
  zone: string
  centre: Position
  airports: readonly Position[]
  population: number
  /** Popularity with travelers relative to other towns of its size; 1 is average. */
  travelFactor: number
  kind: 'city' | 'beach'
}

export interface Settlements {
  /** The town of a city or airport code. */
  byCode(code: string): Settlement | undefined
  /** Towns with their centre within `km`. */
  near(position: Position, km: number): Settlement[]
}

type Station = NonNullable<ReturnType<Places['airport']>>

const POPULATION_BY_SIZE = [1_500, 25_000, 150_000] as const

/** Joins airports into towns: airports of one metropolitan area or of the same city share a town. */
export function createSettlements(places: Places): Settlements {
  const travelPlaces = createTravelPlaces()
  const rank = new Map(busiestAirports.map((code, at) => [code, at]))
  const stations = places.airportCodes
    .flatMap((code) => places.airport(code) ?? [])
    .sort((a, b) => (rank.get(a.code) ?? 1000 - a.size) - (rank.get(b.code) ?? 1000 - b.size))

  const byCode = new Map<string, Settlement>()
  const byCity = new Map<string, Settlement>()
  for (const station of stations) {
    const known = byCode.get(station.cityCode)
    if (known !== undefined) {
      byCode.set(station.code, known)
      continue
    }
    const area = places.byCode(station.cityCode) ?? station
    const { factor, kind, centre } = travelPlaces.of(station.cityCode)
    const hasCity = station.population > 0
    const key = hasCity ? `${station.centre.lat},${station.centre.lon}` : station.cityCode
    const settlement: Settlement = byCity.get(key) ?? {
      code: station.cityCode,
      name: area.city,
      countryCode: station.countryCode,
      zone: station.zone,
      centre: positionOf(centre ?? (hasCity ? station.centre : villageOf(station))),
      airports: (places.byCode(station.cityCode)?.airports ?? [station.code]).flatMap(
        (code) => places.airport(code) ?? [],
      ),
      population: station.population || (POPULATION_BY_SIZE[station.size] ?? POPULATION_BY_SIZE[0]),
      travelFactor: factor,
      kind,
    }
    byCity.set(key, settlement)
    byCode.set(station.code, settlement)
    byCode.set(station.cityCode, settlement)
  }

  const all = [...new Set(byCode.values())]
  return {
    byCode: (code) => byCode.get(code),
    near: (position, km) => all.filter(({ centre }) => kmBetween(position, centre) <= km),
  }
}

function positionOf({ lat, lon }: Position): Position {
  return { lat, lon }
}

/** The centre of a town that the data lacks: some kilometres from its airport. */
function villageOf({ code, lat, lon, size }: Station): Position {
  const draw = createDraw('village', code)
  const turn = draw.between(0, 2 * Math.PI)
  const km = draw.between(1, 2) * (1 + size)
  return moveKm({ lat, lon }, Math.cos(turn) * km, Math.sin(turn) * km)
}
