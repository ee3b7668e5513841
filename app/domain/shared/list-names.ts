/** Field of the checkboxes of a list. */
export const chosenField = 'chosen'

/** Several rows in one field, as Undo posts them. */
export const chosenSeparator = '.'

/** Id of the element around the rows: another page begins at its top. */
export const listId = 'list'
