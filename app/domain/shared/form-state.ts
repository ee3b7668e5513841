export type FormState = {
  /** Success. */
  notice?: string
  error?: string
  /** What to do about the error. */
  advice?: string
  /** A sentence for each wrong field, in order. */
  fieldErrors?: Record<string, string>
  values?: Record<string, string>
  /** About an address that looks mistyped; asked once. */
  question?: { text: string; address: string; suggestion: string; button: string }
}
