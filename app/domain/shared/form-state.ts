/** What a form shows once it was posted. */
export type FormState = {
  /** The success text. */
  notice?: string
  /** The form's failure text. */
  error?: string
  /** What to do about it. */
  advice?: string
  /** A sentence for each field that is not right, in the order of the fields. */
  fieldErrors?: Record<string, string>
  /** What the visitor typed, kept. */
  values?: Record<string, string>
  /** An address that looks mistyped: asked about once, never refused. */
  question?: { text: string; address: string; suggestion: string; button: string }
}
