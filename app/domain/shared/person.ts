/** A person as records name them: an email address, what a phone number is compared by (`phoneKey`), or both. Undefined matches nobody. */
export type Person = { email?: string; phoneDigits?: string }
