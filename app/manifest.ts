import type { MetadataRoute } from 'next'

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: 'travel.aw',
    short_name: 'travel.aw',
    description: 'Compare flights and hotels by total price.',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#f2f3ee',
    theme_color: '#fbfbf8',
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/app-icon/192', type: 'image/png', sizes: '192x192' },
      { src: '/app-icon/512', type: 'image/png', sizes: '512x512' },
      { src: '/app-icon/512', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
  }
}
