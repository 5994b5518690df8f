const value = window["settings"]
const type = item.constructor.name
