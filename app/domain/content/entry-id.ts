/** The form of ids of entries, in addresses too. */
export const entryId = /^(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/
