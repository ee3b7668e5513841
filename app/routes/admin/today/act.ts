/** Something that can be done in a row: a form to the action of its record. */
export type Act = { action: string; fields: Record<string, string>; text: string }
