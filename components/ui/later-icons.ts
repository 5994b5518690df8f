// Icons of the parts of travelers' pages that load later. Each is a constant, so that a part loads only what it draws.

export const cityIcon = 'M2.5 13.5v-6h4v6M6.5 13.5v-11h7v11M1.5 13.5h13M9 5.5h2M9 8h2M9 10.5h2'
export const copyIcon = 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3'
export const mapIcon = 'M2 4l4-1.5L10 4l4-1.5V12l-4 1.5L6 12l-4 1.5zM6 2.5V12M10 4v9.5'
export const refreshIcon = 'M13.5 8A5.5 5.5 0 1 1 11.8 4M13.5 2.2v3h-3'
