import { ImageResponse } from 'next/og'

/** The brand's triangle on a paper-colored background. Phones round the corners. `size` is in px. */
export function brandIcon(size: number): ImageResponse {
  const width = Math.round(size * 0.55)
  return new ImageResponse(
    <div
      style={{
        display: 'flex',
        width: '100%',
        height: '100%',
        alignItems: 'center',
        justifyContent: 'center',
        background: '#fbfbf8',
      }}
    >
      <svg width={width} height={Math.round((width * 20) / 22)} viewBox="0 0 22 20" role="img" aria-label="travel.aw">
        <path d="M11 0 22 20H0z" fill="#b30f58" />
      </svg>
    </div>,
    { width: size, height: size },
  )
}
