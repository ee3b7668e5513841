/** A field for a text with formatting. */
export const editorWords = {
  /** Without the editor. */
  syntax: '**bold**, *italics*, [link](/services), - list, > quote. A blank line begins a new paragraph.',
  syntaxWithHeadings:
    '## Heading, **bold**, *italics*, [link](/services), - list, > quote. A blank line begins a new paragraph.',
  tools: 'Formatting',
  insert: 'Insert…',
  pictures: 'Pictures',
  heading: 'Heading',
  subheading: 'Subheading',
  bold: 'Bold',
  italic: 'Italic',
  link: 'Link',
  list: 'List',
  numberedList: 'Numbered list',
  quote: 'Quote',
  undo: 'Undo typing',
  redo: 'Redo typing',
  withKeys: (name: string, keys: string) => `${name} (${keys})`,
  characters: (count: number, most: number) =>
    `${count.toLocaleString('en-US')} of ${most.toLocaleString('en-US')} characters`,
  address: {
    label: 'Address of the link',
    hint: 'A page, such as /services, or a website, email or phone number.',
    apply: 'Apply',
    remove: 'Remove link',
    cancel: 'Cancel',
    invalid: 'Use a page of this website, such as /services, or an address that begins with https://, mailto: or tel:.',
  },
  droppedPictures: (count: number) =>
    count === 1
      ? 'A picture was left out: it isn’t on this website.'
      : `${count} pictures were left out: they aren’t on this website.`,
  droppedLinks: (count: number) =>
    count === 1
      ? 'A link was left out, its text was kept: addresses begin with https://.'
      : `${count} links were left out, their text was kept: addresses begin with https://.`,
  droppedTexts: 'What was crossed out was left out.',
  pictureFile: 'Pictures can’t be pasted into a text.',
  tooMuch: 'That’s too much to paste at once. Nothing was changed.',
}
