/** What a view is: it draws itself into its place, and again when the state has changed. */
export interface View {
  update(): void;
  /** The hand has come to rest. */
  rested?(): void;
  leave?(): void;
}
