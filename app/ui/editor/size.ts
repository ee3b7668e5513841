/** Characters; a longer text stays in its textarea, since each key would take too long in the editor. */
export const mostEdited = 100_000
