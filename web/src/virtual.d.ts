declare module 'virtual:art' {
  /** Where the sprites are. */
  export const sprites: Record<string, string>;
  /** Where the pictures are. */
  export const pictures: Record<string, string>;
}
