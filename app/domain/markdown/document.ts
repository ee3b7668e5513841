/** A text with its formatting. `parseMarkdown` and `normalizeBlocks` make it: two that read the same are equal. */
export type Block =
  | { kind: 'paragraph'; inline: Inline[] }
  | { kind: 'heading'; level: number; inline: Inline[] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; items: Block[][] }
  | { kind: 'numbered-list'; start: number; items: Block[][] }

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'strong'; inline: Inline[] }
  | { kind: 'emphasis'; inline: Inline[] }
  | { kind: 'link'; href: string; inline: Inline[] }
  | Picture

/** `source`: 'picture:ID' of the library, the name of a picture of content/, or a path of this site. */
export type Picture = { kind: 'picture'; source: string; alt: string }

/** Every line of text in the order of reading, with its marks: what editors work with. */
export type Span = ({ kind: 'text'; text: string } | { kind: 'break' } | Picture) & {
  strong?: boolean
  emphasis?: boolean
  href?: string
}
