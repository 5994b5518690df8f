await import('./data.js')
const image = 'data:image/png;base64,AAAA'
