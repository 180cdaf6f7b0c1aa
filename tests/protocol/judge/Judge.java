// Reads messages with the codec of the Java driver, writes them again, and compares them byte for byte.
// Each line of its input is "request" or "response" and a frame in hexadecimal digits.
import com.datastax.oss.driver.internal.core.protocol.ByteBufPrimitiveCodec;
import com.datastax.oss.protocol.internal.Compressor;
import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.FrameCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

public class Judge {
  public static void main(String[] arguments) throws Exception {
    var primitives = new ByteBufPrimitiveCodec(ByteBufAllocator.DEFAULT);
    FrameCodec<ByteBuf> server = FrameCodec.defaultServer(primitives, Compressor.none());
    FrameCodec<ByteBuf> client = FrameCodec.defaultClient(primitives, Compressor.none());
    Map<String, Integer> same = new TreeMap<>();
    int different = 0;
    try (BufferedReader lines = Files.newBufferedReader(Path.of(arguments[0]))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        boolean isRequest = line.startsWith("request ");
        String digits = line.substring(line.indexOf(' ') + 1);
        String kind = "?";
        String again;
        try {
          ByteBuf bytes = Unpooled.wrappedBuffer(ByteBufUtil.decodeHexDump(digits));
          Frame frame = (isRequest ? server : client).decode(bytes);
          kind = "v" + frame.protocolVersion + " " + frame.message.getClass().getSimpleName();
          if (bytes.isReadable()) throw new IllegalStateException(bytes.readableBytes() + " bytes are left");
          Frame copy =
              isRequest
                  ? Frame.forRequest(frame.protocolVersion, frame.streamId, frame.tracing, frame.customPayload,
                                     frame.message)
                  : Frame.forResponse(frame.protocolVersion, frame.streamId, frame.tracingId, frame.customPayload,
                                      frame.warnings, frame.message);
          again = ByteBufUtil.hexDump((isRequest ? client : server).encode(copy));
        } catch (Exception e) {
          again = e.toString();
        }
        if (again.equals(digits)) {
          same.merge(kind, 1, Integer::sum);
        } else {
          different++;
          if (different <= 40) System.out.println(kind + "\n  cellar " + digits + "\n  java   " + again);
        }
      }
    }
    same.forEach((kind, count) -> System.out.println(kind + ": " + count + " the same"));
    System.out.println(different + " are different");
    System.exit(different == 0 ? 0 : 1);
  }
}
