/** A person to look up by email address, phone number (as `phoneKey`), or both. */
export type Person = { email?: string; phoneDigits?: string }
