/** Beside any text in which a claim was found. */
export const claimWords = {
  found: (sentences: number) =>
    sentences === 1
      ? 'One sentence reads as a claim about a disease.'
      : `${sentences} sentences read as claims about a disease.`,
  instead: 'Say instead',
  edit: 'Edit',
  saveAsItIs: 'Save as it is',
  /** Under the list; nobody should take it for a lawyer. */
  note: 'A list of known wordings found this. It can be wrong both ways, and it is no legal advice.',
}
