import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ImageResponse } from 'next/og'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'

/** The texts of a card. They describe the search, but not the person who shares it. */
export interface CardTexts {
  /** "Flights". */
  kind: string
  /** "Amsterdam to Aruba". */
  title: string
  /** "13–21 Feb 2027". */
  dates: string
  /** "Compared by total price". */
  note: string
}

const cardSize = { width: 1200, height: 630 } as const

const fonts = ['regular', 'strong'] as const
const weights = { regular: 400, strong: 700 } as const

/** Draws a card as PNG, using only the project's fonts. */
export async function drawCard({ kind, title, dates, note }: CardTexts): Promise<ArrayBuffer> {
  const loaded = await Promise.all(
    fonts.map(async (name) => ({
      name: 'Archivo',
      data: await readFile(join(findProjectRoot(), 'app/fonts/generated', `archivo-card-${name}.ttf`)),
      weight: weights[name],
    })),
  )
  const titleSize = title.length <= 26 ? 84 : title.length <= 44 ? 64 : 52
  const picture = new ImageResponse(
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        width: '100%',
        height: '100%',
        padding: 72,
        background: '#f2f3ee',
        color: '#121b1c',
        fontFamily: 'Archivo',
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center', fontSize: 40, fontWeight: 700 }}>
        travel
        <svg width="22" height="20" viewBox="0 0 22 20" style={{ margin: '0 6px' }} role="img" aria-label=".">
          <path d="M11 0 22 20H0z" fill="#b30f58" />
        </svg>
        aw
      </div>
      <div style={{ display: 'flex', marginTop: 96, fontSize: 34, color: '#3f4a49' }}>{kind}</div>
      <div style={{ display: 'flex', marginTop: 8, fontSize: titleSize, lineHeight: 1.1, fontWeight: 700 }}>
        {title}
      </div>
      <div style={{ display: 'flex', marginTop: 20, fontSize: 40, color: '#3f4a49' }}>{dates}</div>
      <div style={{ display: 'flex', height: 8, marginTop: 'auto', background: '#34474d' }}>
        <div style={{ display: 'flex', width: 300, height: 8, background: '#b30f58' }} />
      </div>
      <div style={{ display: 'flex', marginTop: 20, fontSize: 28, color: '#5b6664' }}>{note}</div>
    </div>,
    { ...cardSize, fonts: loaded },
  )
  return picture.arrayBuffer()
}
