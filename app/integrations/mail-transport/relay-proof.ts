/** Whether an email has gone through since the relay's settings last changed. */
export type RelayProof = {
  isProved(): Promise<boolean>
  prove(): Promise<void>
}
