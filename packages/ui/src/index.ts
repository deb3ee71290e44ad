/** The design system of the site, the back office and the mobile site. */
export { Amount, AmountPlaces, type AmountProps } from './Amount.tsx';
export { amountTexts, placesOf } from './amount-format.ts';
export { Button, buttonClass, type ButtonProps, type ButtonSize, type ButtonTone } from './Button.tsx';
export { Card, type CardProps } from './Card.tsx';
export { Checkbox, Switch, type CheckboxProps, type SwitchProps } from './Checkbox.tsx';
export { classNames } from './class-names.ts';
export { Code } from './Code.tsx';
export { CoinMark } from './CoinMark.tsx';
export { DateTime, type DateTimeProps } from './DateTime.tsx';
export { DecimalInput, type DecimalInputProps } from './DecimalInput.tsx';
export { Dialog, type DialogProps } from './Dialog.tsx';
export { FieldError } from './FieldError.tsx';
export { Figures } from './Figures.tsx';
export { FormFoot, type FormFootProps } from './FormFoot.tsx';
export { Field, type FieldIds, type FieldProps } from './Field.tsx';
export { WarningIcon } from './icons.tsx';
export { House, type HouseProps } from './House.tsx';
export { KeyValue, type KeyValueProps } from './KeyValue.tsx';
export { LoadMore, type LoadMoreProps } from './LoadMore.tsx';
export { LogoMark } from './Logo.tsx';
export { Menu, MENU_ITEM_CLASS, type MenuProps } from './Menu.tsx';
export { Note, type NoteProps } from './Note.tsx';
export { Change, Num, toneOf, type NumProps } from './Num.tsx';
export { COIN_MARKS } from './coin-marks.ts';
export {
  formatNumber,
  formatPercent,
  neededPercent,
  NO_NUMBER,
  plainDecimal,
  setDecimalWords,
  type NumberStyle,
} from './number-format.ts';
export { SelectInput, type SelectInputProps } from './SelectInput.tsx';
export { Spark, type SparkProps } from './Spark.tsx';
export {
  Empty,
  ErrorState,
  Skeleton,
  SkeletonRows,
  type EmptyProps,
  type ErrorStateProps,
} from './states.tsx';
export { Seal, Tag, type TagProps, type TagTone } from './Tag.tsx';
export { TextArea, type TextAreaProps } from './TextArea.tsx';
export {
  CodeInput,
  PasswordInput,
  TextInput,
  type CodeInputProps,
  type PasswordInputProps,
  type TextInputProps,
} from './TextInput.tsx';
export { formatTime, withLocalTimes, zoneOf, type TimeKind } from './time-format.ts';
export { followTranslation } from './translated-page.ts';
export { saveFile, type SavedFile } from './save-file.ts';
export { Segmented, Tabs, type Choice } from './ToggleGroup.tsx';
