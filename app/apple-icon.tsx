import { ImageResponse } from 'next/og'

export const size = { width: 180, height: 180 }
export const contentType = 'image/png'

/** The brand's triangle on a paper background; phones round the corners. */
export default function AppleIcon() {
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
      <svg width="120" height="110" viewBox="0 0 22 20" role="img" aria-label="travel.aw">
        <path d="M11 0 22 20H0z" fill="#b30f58" />
      </svg>
    </div>,
    size,
  )
}
