import { chosenField, chosenSeparator } from '#app/domain/shared/list-names.ts'

/** As many as a page lists. */
export const mostChosen = 50

/** What the checked boxes of a list say, or what Undo posts in one field; each once. */
export async function chosenRows(request: Request): Promise<string[]> {
  const form = await request
    .clone()
    .formData()
    .catch(() => new FormData())
  const values = form.getAll(chosenField).flatMap((value) => String(value).split(chosenSeparator))
  return [...new Set(values)].filter((value) => /^[\w-]{1,100}$/.test(value))
}

/** Rows as Undo posts them. */
export const toChosenField = (rows: readonly string[]) => ({ [chosenField]: rows.join(chosenSeparator) })
