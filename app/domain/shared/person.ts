/** A person as records name them: an email address, the digits of a phone number, or both. Undefined matches nobody. */
export type Person = { email?: string; phoneDigits?: string }
