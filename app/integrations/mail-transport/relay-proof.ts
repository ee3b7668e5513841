/** Whether the relay has taken an email since its settings changed. */
export type RelayProof = {
  isProved(): Promise<boolean>
  prove(): Promise<void>
}
