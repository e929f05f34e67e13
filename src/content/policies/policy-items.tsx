import { inOrder, type PolicyItem } from '../../../contract/policies.ts';
import { RichText } from '../rich-text.tsx';
import { ContactLines } from './contact-lines.tsx';
import classes from './policy.module.css';

type Data<Type extends PolicyItem['type']> = Extract<PolicyItem, { type: Type }>['data'];

function BulletPoint({ title, content, subPoints }: Data<'bulletPoint'>) {
  return (
    <div className={`stack gap-1 relative ${classes.bullet}`}>
      {title ? <p className="strong">{title}</p> : null}
      {content ? <RichText html={content} /> : null}
      {subPoints.length > 0 ? (
        <ul className={`stack gap-1 mt-1 ${classes.subPoints}`} {...(title ? { 'aria-label': title } : {})}>
          {subPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Note({ content }: Data<'note'>) {
  return (
    <div className={classes.note} role="note">
      <strong>Note:</strong> <RichText html={content} />
    </div>
  );
}

function ContactBox({ title, content, email, phone }: Data<'contactBox'>) {
  return (
    <div className={`panel ruled stack gap-1-5 ${classes.box}`}>
      {title ? <p className="strong">{title}</p> : null}
      {content ? <RichText html={content} /> : null}
      <ContactLines email={email} phone={phone} />
    </div>
  );
}

type SubsectionProps = { id: string; number: string; subsection: Data<'subsection'> };

function Subsection({ id, number, subsection }: SubsectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={`mt-2 ${classes.subsection}`}>
      <h3 id={`${id}-title`}>
        <span className="rigid soft medium">{number}</span> {subsection.title}
      </h3>
      {subsection.content ? <RichText html={subsection.content} /> : null}
      <PolicyItems items={subsection.contentItems} numbers={new Map()} />
    </section>
  );
}

function Item({ item, number }: { item: PolicyItem; number: string }) {
  if (item.type === 'text') return <RichText html={item.data.content} />;
  if (item.type === 'note') return <Note {...item.data} />;
  if (item.type === 'contactBox') return <ContactBox {...item.data} />;
  if (item.type === 'subsection') return <Subsection id={item.id} number={number} subsection={item.data} />;
  return <BulletPoint {...item.data} />;
}

/**
 * The items of a policy section, sorted by their field `order` (docs/product.md#pages-and-content). `numbers`:
 * subsection numbers by item id.
 */
export function PolicyItems({
  items,
  numbers,
}: {
  items: readonly PolicyItem[];
  numbers: ReadonlyMap<string, string>;
}) {
  return inOrder(items).map((item) => <Item key={item.id} item={item} number={numbers.get(item.id) ?? ''} />);
}
