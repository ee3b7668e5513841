/** What an act of the dashboard did. `undo`: where its reverse is posted, and with which fields. */
export type Done = { text: string; undo?: { action: string; fields: Record<string, string> } }

/** How long the dashboard offers to undo an act. An email about the act waits as long, and is dropped with it. */
export const undoOfferMs = 10_000

/** Id of the message about the last act: where the focus comes. */
export const doneId = 'done'

/** Hidden field of a form that acts on a record from another page of the dashboard: the path of that page. */
export const returnField = 'return'
