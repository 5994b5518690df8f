/** A booking reference of an airline or a hotel: 2 to 20 letters and digits. */
export const bookingCode: RegExp = /^[A-Za-z0-9]{2,20}$/
